console.log("tested");
